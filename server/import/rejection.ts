/**
 * Thrown where one record turns out bad; the import counts it and goes on. Not an Error on purpose: a broken
 * file throws one per record, and collecting a stack for each would make it the slowest file of all.
 */
export class Rejection {
  readonly reason: string

  /** @param reason in Russian words and without the value, so that equal reasons can be counted together */
  constructor(reason: string) {
    this.reason = reason
  }
}
