import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkSection } from './LinkSection.tsx'
import { useTelegram } from './useTelegram.ts'

const AUTHORIZE = 'Авторизироваться в Telegram'
const WORDS = {
  checking: 'Проверяем статус Telegram...',
  linked: 'Вы успешно авторизованы в Telegram.',
  'not-linked': 'Привяжите Telegram, чтобы получать уведомления.',
  unknown: 'Не удалось проверить Telegram.',
} as const

/** Section to link and unlink Telegram (specification 3.3 to 3.5). */
export function TelegramSection() {
  const telegram = useTelegram()
  const { status, busy } = telegram
  const buttons: Readonly<Record<keyof typeof WORDS, ReactNode>> = {
    checking: null,
    linked: (
      <Button disabled={busy !== null} onClick={() => void telegram.unlink()}>
        {busy === 'unlinking' ? 'Отвязываем...' : 'Отвязать Telegram'}
      </Button>
    ),
    'not-linked': (
      <Button variant="primary" disabled={busy !== null} onClick={() => void telegram.authorize()}>
        {busy === 'linking' ? 'Открываем Telegram...' : AUTHORIZE}
      </Button>
    ),
    unknown: <Button onClick={() => void telegram.check()}>Проверить ещё раз</Button>,
  }
  return (
    <LinkSection
      icon="send"
      title="Telegram"
      status={status}
      words={WORDS[status]}
      action={buttons[status]}
      room={{ words: WORDS['not-linked'], action: AUTHORIZE }}
    >
      {telegram.checkProblem !== null && <Alert>{telegram.checkProblem}</Alert>}
      {telegram.problem !== null && <Alert onDismiss={telegram.dismiss}>{telegram.problem}</Alert>}
      {telegram.link !== null && (
        <Alert tone="info">
          Браузер не дал открыть вкладку.{' '}
          <a href={telegram.link} target="_blank" rel="noreferrer">
            Перейти в Telegram
          </a>
        </Alert>
      )}
    </LinkSection>
  )
}
