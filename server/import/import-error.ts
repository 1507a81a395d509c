/** Why an import cannot go on, in Russian words for the person who runs it; the day stays as it was. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
