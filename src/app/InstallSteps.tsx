import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** How a person installs the app where the browser cannot be asked to. */
export default function InstallSteps({ onClose }: { onClose(): void }) {
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
        <li>
          Нажмите <strong>Поделиться</strong> — квадрат со стрелкой вверх на панели браузера.
        </li>
        <li>
          Выберите <strong>На экран «Домой»</strong>.
        </li>
        <li>
          Нажмите <strong>Добавить</strong>.
        </li>
      </ol>
      <p>Приложение появится среди остальных и будет открываться без сети.</p>
    </Dialog>
  )
}
