/** Bytes per second over the last few seconds; 0 at first. */
export class Speed {
  private points: { at: number; sent: number }[] = [];

  add(sent: number, at: number): number {
    this.points.push({ at, sent });
    while (this.points.length > 2 && at - (this.points[0]?.at ?? at) > WINDOW) this.points.shift();
    const first = this.points[0];
    return first && at > first.at ? Math.max(0, ((sent - first.sent) / (at - first.at)) * 1000) : 0;
  }

  /** After a pause, earlier measurements do not count. */
  restart() {
    this.points = [];
  }
}

const WINDOW = 5000;
