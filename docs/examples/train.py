"""Learn Tapas from nothing: PPO with masks, against the bot of a level."""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import DummyVecEnv

from echappee.lab.envs import gymnasium_env  # registers the games

GAME = gymnasium_env.name_of("tapas")


def share_won(model: MaskablePPO, opponents: str, games: int) -> float:
    """How much of the first places the learner takes; a draw is half of one."""
    env = gymnasium.make(GAME, opponents=opponents)
    won = 0.0
    for game in range(games):
        seen, _ = env.reset(seed=game)
        reward, over = 0.0, False
        while not over:
            mask = get_action_masks(env)
            action, _ = model.predict(seen, action_masks=mask, deterministic=True)
            seen, reward, over, _, _ = env.step(action)
        won += float(reward) + 0.5
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opponents", default="club", help="a level, or greedy, or random")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=200, help="to be measured by")
    parser.add_argument("--side-by-side", type=int, default=16)
    parser.add_argument("--save", help="a file for what was learnt")
    given = parser.parse_args()

    def make() -> gymnasium.Env:
        return gymnasium.make(GAME, opponents=given.opponents)

    tables = DummyVecEnv([make] * given.side_by_side)
    knobs = {"n_steps": 128, "batch_size": 512, "gamma": 1.0, "ent_coef": 0.01, "seed": 1}
    nets = {"net_arch": [256, 256]}
    model = MaskablePPO("MlpPolicy", tables, 5e-4, policy_kwargs=nets, **knobs)
    for name, steps in (("before", 0), ("after", given.steps)):
        if steps:
            model.learn(steps)
        share = share_won(model, given.opponents, given.games)
        error = np.sqrt(share * (1 - share) / given.games)
        print(f"{name} {steps:,} steps: {share:.0%} ± {error:.0%} against {given.opponents}")
    if given.save:
        model.save(given.save)


if __name__ == "__main__":
    main()
