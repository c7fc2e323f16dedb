import { PrinterOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { List } from '../useList.ts'

const ListPrint = lazyDialog(async () => (await import('../print/ListPrint.tsx')).ListPrint)

interface Props {
  list: List
  disabled?: boolean
  /** With its word, as a button of its own; otherwise an icon among the tools of the list. */
  hasWord?: boolean
}

/** Opens the print view of a list or a report. */
export function PrintButton({ list, disabled, hasWord }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {hasWord ? (
        <Button disabled={disabled} onClick={open}>
          打印
        </Button>
      ) : (
        <Tooltip title="打印">
          <Button
            type="text"
            aria-label="打印"
            disabled={disabled}
            icon={<PrinterOutlined aria-hidden />}
            onClick={open}
          />
        </Tooltip>
      )}
      {isOpen && <ListPrint list={list} onClose={() => setOpen(false)} />}
    </>
  )
}
