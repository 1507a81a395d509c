/** Shown instead of making a call without a token (specification 3.7). */
export const NOT_SIGNED_IN = 'Вы неавторизованы.'
