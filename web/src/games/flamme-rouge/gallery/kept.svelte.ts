/** Stages of one's own, kept on this device. */
import { keep, recall } from "../../../lib/device";

export interface KeptStage {
  name: string;
  /** Its tiles, in the one way of writing. */
  value: string;
}
const MOST = 60;

class Kept {
  list = $state<KeptStage[]>(recall<KeptStage[]>("stages", []));

  save(stage: KeptStage): void {
    this.list = [stage, ...this.list.filter((one) => one.name !== stage.name)].slice(0, MOST);
    keep("stages", this.list);
  }

  forget(name: string): void {
    this.list = this.list.filter((one) => one.name !== name);
    keep("stages", this.list);
  }
}
export const kept = new Kept();
