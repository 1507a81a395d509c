import type { Api } from 'grammy'

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>

/** grammY names the type of an older package; at run time it takes the platform's own signals. */
export const forGrammy = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal
