import { Button } from 'antd'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'

interface Props {
  title?: string
  text: string
  /** Absent where another try would end in the same way. */
  onRetry?: (() => void) | undefined
}

/** Fills the place of a file that cannot be shown: the reason, and what to do. Its download is in the bar above. */
export const Unreadable = ({ title = '没有打开', text, onRetry }: Props) => (
  <div className="pro-view-note">
    <StateNote tone="error" title={title} text={text}>
      {onRetry && <Button onClick={onRetry}>再试一次</Button>}
    </StateNote>
  </div>
)
