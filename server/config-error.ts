/** A setting that cannot be used; its message is for the person who runs the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
