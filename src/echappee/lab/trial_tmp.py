import time, sys, numpy as np
import echappee
from echappee.games import rulebook
from echappee.rulebook.contract import setup, awaited, legal, apply, over, observe, offered
from echappee.rulebook.turn_order import next_asked, lowest_seat
from echappee.rulebook.randomness import start_stream, below
def trial(states, blank, players, options, chances, actions, obs, masks, moves, done, seed, what):
    for i in range(states.shape[0]):
        s=states[i]; c=chances[i]
        if over(s)!=0:
            states[i]=blank[0]
            start_stream(c, seed, i)
            setup(states[i], players, options, c)
            s=states[i]; done[i]=1
        else:
            done[i]=0
            apply(s, lowest_seat(awaited(s)), int(actions[i]), c)
        if over(s)==0:
            seat=lowest_seat(awaited(s))
            if what&4:
                seat,_ = next_asked(awaited(s), offered(s), 7, players)
            if what&1: observe(s, seat, obs[i])
            if what&2:
                masks[i,:]=0
            n=legal(s, seat, moves)
            if what&2:
                for j in range(n): masks[i,moves[j]]=1
            actions[i]=moves[below(c,n)]
def main():
  for g in sys.argv[1:] or ("tapas","tape-letape","flamme-rouge","tour-de-france"):
    p=2 if g=='tapas' else 4
    rb=rulebook(g); f=rb.compiled; k=f.kernel(trial); N=1024
    st=rb.blank(N); bl=rb.blank(1); opt=rb.option_numbers(rb.read_options({}))
    ch=np.zeros((N,4),np.uint64); su=f.setup; ss=f.kernel(start_stream)
    for i in range(N):
        ss(ch[i],1,i); su(st[i],p,opt,ch[i])
    obs=np.zeros((N,rb.feature_count),np.float32); masks=np.zeros((N,rb.move_codes),np.int8); mv=rb.buffer(); act=np.zeros(N,np.int32); done=np.zeros(N,np.int8)
    for i in range(N):
        n=f.legal(st[i], int(np.log2(f.awaited(st[i]) & -f.awaited(st[i]))), mv); act[i]=mv[0]
    b=echappee.batch(g,N,p,seed=1)
    T={}
    def timed(name,fn):
        t=time.thread_time(); fn(); T.setdefault(name,[]).append((time.thread_time()-t)/N*1e9)
    for r in range(30):
        for w in (0,1,7):
          for _ in range(20): timed(w,lambda:k(st,bl,p,opt,ch,act,obs,masks,mv,done,5,w))
        for _ in range(20):
          a=b.sample(); timed('step',lambda:b.step(a))
    h=[]
    for _ in range(30):
        t=time.thread_time()
        for _ in range(10): b._refused(a,b._turns,b._listed,b.wait)
        h.append((time.thread_time()-t)/10/N*1e9)
    T['check']=h
    from statistics import median
    print(g,{n:(round(min(v[20:])),round(median(v[20:]))) for n,v in T.items()},flush=True)
main()
