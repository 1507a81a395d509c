/** Message displayed instead of sending a request without a token (specification 3.7). */
export const NOT_SIGNED_IN = 'Вы неавторизованы.'
