import type { ReactNode } from 'react'
import { type IosBrowser, iosBrowser } from '../pwa/platform.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** Where each iOS browser has its 'Share' button. */
const SHARE: Readonly<Record<IosBrowser, ReactNode>> = {
  safari: (
    <>
      Нажмите <strong>Поделиться</strong> — квадрат со стрелкой вверх на панели браузера.
    </>
  ),
  chrome: (
    <>
      Нажмите <strong>Поделиться</strong> — квадрат со стрелкой вверх справа в адресной строке.
    </>
  ),
  edge: (
    <>
      Откройте меню браузера внизу и нажмите <strong>Поделиться</strong>.
    </>
  ),
  firefox: (
    <>
      Откройте меню браузера <strong>☰</strong> и нажмите <strong>Поделиться</strong>.
    </>
  ),
}

/** Instructions for installing the app in a browser that offers no install prompt. */
export function InstallSteps({ onClose }: { onClose(): void }) {
  const browser = iosBrowser() ?? 'safari'
  return (
    <Dialog
      title="Установить приложение"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Понятно
        </Button>
      }
    >
      <ol className="install-steps">
        <li>{SHARE[browser]}</li>
        <li>
          Выберите <strong>На экран «Домой»</strong>.
        </li>
        <li>
          Нажмите <strong>Добавить</strong>.
        </li>
      </ol>
      {browser !== 'safari' && <p>Если такого пункта нет, откройте эту страницу в Safari.</p>}
      <p>Приложение появится среди остальных и будет открываться без сети.</p>
    </Dialog>
  )
}
