/** Why an import failed, in Russian for the person who runs it; the day is left unchanged. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
