/** Error in the configuration. Its message is meant for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
