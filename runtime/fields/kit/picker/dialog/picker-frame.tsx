import { Button } from 'antd'
import { countText } from '#runtime/data/list-source.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import type { Picker } from '../usePicker.ts'

/** What the frames of a picker receive: the dialog and the sheet of a phone. */
export interface PickerFrameProps {
  title: string
  picker: Picker
  /** Opens the dialog of the advanced query. */
  onAdvanced(): void
  onClose(): void
}

/** Takes all records that the query finds; nothing where they may not be taken at once. */
export function AllButton({ picker: { takeAll, isTakingAll, page } }: Pick<PickerFrameProps, 'picker'>) {
  if (!takeAll) return null
  return (
    <Button loading={isTakingAll} disabled={page.total === 0} onClick={takeAll}>
      选入全部{page.total > 0 && ` ${countText(page)} 条`}
    </Button>
  )
}

/** The reason why a picker has no records, with a retry; nothing without an error. */
export function PickerFailure({ picker: { error, refresh } }: Pick<PickerFrameProps, 'picker'>) {
  if (!error) return null
  return <LoadFailureLine text={noticeText(error)} onRetry={refresh} />
}
