import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, Text } from '../lib/schemas.ts'
import { EndedAnswer, RecoveryCodes, SecondFactorSetup, Security } from './security.ts'

const Password = Text(1024)
const Code = Type.Object({ code: Text(64) }, closed)
/** Code of the second factor; '' from an older app that does not request one. */
const Proof = Type.Object(
  { code: Type.String({ maxLength: 64, default: '', description: 'Код из приложения или резервный' }) },
  closed,
)

/** Calls about a person's own password, sessions and second factor (specification 11.4 to 11.8). */
export const SECURITY_CALLS = declareCalls(
  '/api/companion/security',
  { by: 'user' },
  {
    page: { get: '', summary: 'Безопасность: пароль, сеансы, второй фактор', answer: Security },
    confirm: {
      post: '/confirm',
      summary: 'Подтвердить пароль перед важным действием',
      body: Type.Object({ password: Password }, closed),
    },
    changePassword: {
      post: '/password',
      summary: 'Сменить пароль; остальные сеансы завершаются',
      body: Type.Object({ current: Password, password: Password }, closed),
    },
    endSessions: {
      post: '/sessions/end',
      summary: 'Завершить один сеанс или все, кроме этого',
      body: Type.Object({ id: Type.Optional(Text(64)) }, closed),
      answer: EndedAnswer,
    },
    beginSecondFactor: {
      post: '/second-factor/begin',
      proof: true,
      summary: 'Начать включение второго фактора',
      answer: SecondFactorSetup,
    },
    enableSecondFactor: {
      post: '/second-factor/enable',
      proof: true,
      summary: 'Включить второй фактор первым кодом',
      body: Code,
      answer: RecoveryCodes,
    },
    renewRecoveryCodes: {
      post: '/second-factor/recovery-codes',
      proof: true,
      summary: 'Новые резервные коды вместо прежних',
      body: Proof,
      answer: RecoveryCodes,
    },
    disableSecondFactor: {
      post: '/second-factor/disable',
      proof: true,
      summary: 'Отключить второй фактор',
      body: Proof,
    },
  },
)
