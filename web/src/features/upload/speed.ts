/** Bytes a second over the last few seconds, and 0 before the first. */
export class Speed {
  private points: { at: number; sent: number }[] = [];

  add(sent: number, at: number): number {
    this.points.push({ at, sent });
    while (this.points.length > 2 && at - (this.points[0]?.at ?? at) > WINDOW) this.points.shift();
    const first = this.points[0];
    return first && at > first.at ? Math.max(0, ((sent - first.sent) / (at - first.at)) * 1000) : 0;
  }

  /** After a pause what came before says nothing. */
  restart() {
    this.points = [];
  }
}

const WINDOW = 5000;
