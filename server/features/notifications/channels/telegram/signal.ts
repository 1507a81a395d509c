import type { Api } from 'grammy'

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>

/**
 * Converts a signal: grammY's types name an older package's AbortSignal; at run time it accepts the platform's own.
 */
export const forGrammy = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal
