/** Route of the page that creates the first administrator, without a session (specification 28.1). */
export const SETUP_ROUTE = '/setup'
