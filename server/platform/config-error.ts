/** Error of an invalid setting; its message is for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
