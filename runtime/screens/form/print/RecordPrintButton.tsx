import { DownOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useRef, useState } from 'react'
import { errorText } from '#runtime/kernel/errors.ts'
import { MAX_PRINTED_RECORDS } from '#runtime/record/print/print-limits.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { focusIfLost } from '#runtime/ui/focus/focus-return.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { downloadPdf, hasPdf } from './download-pdf.ts'
import { DERIVED, templateChoices, useLastTemplate, useTemplates } from './useTemplates.ts'

const RecordPrint = lazyDialog(async () => (await import('./RecordPrint.tsx')).RecordPrint)

interface Props {
  screen: ScreenDocument
  /** The stored records; they become one document. */
  ids: readonly string[]
  /** Beside other buttons with icons. */
  hasIcon?: boolean
}

/**
 * Opens the print preview by the last template. Where the screen has several, a menu offers each of them, the last one
 * first. Nothing without the right to print.
 */
export function RecordPrintButton({ screen, ids, hasIcon }: Props) {
  const { can, http, notify } = useServices()
  const narrow = useNarrow()
  const templates = useTemplates(screen.id)
  const last = useLastTemplate(screen.id)
  const [preview, setPreview] = useState<{ template?: string } | null>(null)
  const [isDownloading, setDownloading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!can(codeOfAction(screen, 'print'))) return null

  const warn = (text: string) => notify('warning', text)
  const withinLimit = (print: () => void) => () =>
    ids.length > MAX_PRINTED_RECORDS
      ? warn(errorText('PRINT_TOO_MANY', { max: MAX_PRINTED_RECORDS }))
      : print()
  const download = (template: string) => {
    last.remember(template)
    setDownloading(true)
    const layout = template === DERIVED ? {} : { template }
    void downloadPdf(http, { screen, ids, layout, name: screen.title }, warn).finally(() =>
      setDownloading(false),
    )
  }
  const close = () => {
    setPreview(null)
    focusIfLost(() => button.current)
  }
  const choices = templateChoices(templates ?? [])
  const isLast = ({ value }: { value: string }) => value === last.template
  const ordered = [...choices.filter(isLast), ...choices.filter((choice) => !isLast(choice))]
  const items = ordered.map(({ value, label }) => ({
    key: value,
    type: 'group' as const,
    label,
    children: [
      {
        key: `${value} preview`,
        label: '预览',
        onClick: withinLimit(() => {
          last.remember(value)
          setPreview({ template: value })
        }),
      },
      ...(hasPdf(screen)
        ? [{ key: `${value} pdf`, label: '下载 PDF', onClick: withinLimit(() => download(value)) }]
        : []),
    ],
  }))
  return (
    <>
      <Space.Compact>
        <Button
          ref={button}
          icon={hasIcon && <PrinterOutlined aria-hidden />}
          loading={isDownloading}
          disabled={ids.length === 0}
          onClick={withinLimit(() => setPreview({}))}
        >
          打印
        </Button>
        {choices.length > 1 && !narrow && (
          <Dropdown trigger={['click']} menu={{ items }}>
            <Button aria-label="选择打印版式" icon={<DownOutlined aria-hidden />} />
          </Dropdown>
        )}
      </Space.Compact>
      {preview && <RecordPrint screen={screen} ids={ids} {...preview} onClose={close} />}
    </>
  )
}
