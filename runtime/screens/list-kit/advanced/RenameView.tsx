import { AskText } from '#runtime/ui/overlay/AskText.tsx'

interface Props {
  title: string
  /** Stores the name; false: refused, and the user has been notified. */
  send(name: string): Promise<boolean>
  onClose(): void
}

const MAX_TITLE = 50

/** Requests another name of a saved view. */
export const RenameView = ({ title, ...more }: Props) => (
  <AskText
    title={`重命名「${title}」`}
    label="视图名称"
    required
    note=""
    okText="保存"
    maxLength={MAX_TITLE}
    {...more}
  />
)
