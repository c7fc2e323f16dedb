import { useMemo } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { RecordMove } from '#runtime/record/moves.ts'
import { printNote } from '#runtime/record/print/print-page.ts'
import { printBlocks, printRunning, withoutIdleBreaks } from '#runtime/record/print/print-record.ts'
import type { PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import type { PrintEnv } from '#runtime/record/print/printer.ts'
import type { Running } from '#runtime/record/print/running.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { PaperCanvas } from './PaperCanvas.tsx'

type CanvasProps = Parameters<typeof PaperCanvas>[0]

interface Props extends Pick<CanvasProps, 'selected' | 'faulty' | 'edits' | 'onSelect' | 'zoom'> {
  screen: ScreenDocument
  template: PrintTemplate
  record: Values
  moves: readonly RecordMove[]
}

/** What `print` returns; `otherwise` for a draft whose faults it cannot print. */
function tolerant<T>(print: () => T, otherwise: T): T {
  try {
    return print()
  } catch {
    return otherwise
  }
}

/** The blocks of each block of a draft, of which some may be broken. */
function printDraft(
  screen: ScreenDocument,
  template: PrintTemplate,
  record: Values,
  env: PrintEnv,
): PrintedBlock[][] {
  const all = template.blocks.flatMap((block, at) => {
    const whole = { ...template, blocks: [block] }
    const printed = tolerant(() => printBlocks(screen, whole, record, env).flat(), [])
    return printed.map((part) => ({ type: part.type, part, at }))
  })
  const parts = withoutIdleBreaks(all)
  return template.blocks.map((_, at) => parts.filter((entry) => entry.at === at).map(({ part }) => part))
}

/** The paper of a draft with a record, printed as staff print it. */
export function PrintedPaper({ screen, template, record, moves, ...canvas }: Props) {
  const types = useFieldTypes()
  const { can, lookup, user } = useServices()
  const { printed, running } = useMemo(() => {
    const now = new Date()
    const env: PrintEnv = { types, can, lookup, record: { user: { ...user }, now, mode: 'detail' }, moves }
    const parts = [screen, template, record, env] as const
    const empty: Running = {}
    return {
      printed: printDraft(...parts),
      running: tolerant(() => printRunning(...parts, printNote(user.realname, now)), empty),
    }
  }, [screen, template, record, moves, types, can, lookup, user])
  return (
    <PaperCanvas
      {...canvas}
      template={template}
      blocks={template.blocks as readonly JsonObject[]}
      printed={printed}
      running={running}
    />
  )
}
