/** Reason why an import failed, in Russian for the person who runs it; the day's stored prices are unchanged. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
