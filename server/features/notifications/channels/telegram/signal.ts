import type { Api } from 'grammy'

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>

/**
 * Casts a signal: grammY's types require the AbortSignal of an older package, but grammY accepts the platform's at run
 * time.
 */
export const forGrammy = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal
