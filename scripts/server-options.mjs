/**
 * Options of Node for the server and its threads. A young generation this small takes the collector less time at once, and 120 MB
 * less memory while a file is made (docs/decisions/0053).
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=6']
