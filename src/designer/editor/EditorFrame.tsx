import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { draftCommands } from '../commands/draft-commands.ts'
import { DesignHead } from '../DesignHead.tsx'
import { RestoredNotice } from '../draft/RestoredNotice.tsx'
import type { OpenedSource } from '../draft/unsent-draft.ts'
import type { Design } from '../draft/useDesign.ts'

/** The properties of the editor of each kind of document. */
export interface EditorProps {
  source: OpenedSource
  onClose(): void
  /** Opens another document. */
  onOpen(id: string): void
  /** Receives the faults of the pasted rows, which were then not imported. */
  onReleased(faults: readonly string[]): void
}

interface Props extends EditorProps {
  design: Design
  className?: string
  /** Whether the middle takes the whole width, without panes beside it. */
  isWide?: boolean
  children: ReactNode
}

const textInput = 'input, textarea, [contenteditable="true"]'

/** The frame of every editor: the head with its actions, the panes, and the keys of undo, redo and saving. */
export function EditorFrame({ design, className = '', isWide, children, ...props }: Props) {
  const { session } = design
  const { notify } = useServices()
  const frame = useRef<HTMLDivElement>(null)
  const save = async () => {
    try {
      await session.saveNow()
      notify('success', '草稿已保存')
    } catch (error) {
      notify('error', errorMessage(error))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog above is a part of the tree, but its keys are not the document's.
    const isInside = frame.current?.contains(event.target as Node) === true
    if (!isInside) return
    const isTyping = (event.target as HTMLElement).closest(textInput) !== null
    const edits = { save: () => void save(), undo: session.undo, redo: session.redo }
    runKey(draftCommands, { edits, isTyping }, event)
  }
  const { source, onReleased, onClose } = props
  return (
    // A press on an empty place takes the focus to the editor, so that its keys work.
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the editor work everywhere in it
    <div ref={frame} className={`view-design pro-workspace ${className}`} tabIndex={-1} onKeyDown={onKeyDown}>
      <DesignHead
        {...props}
        design={design}
        onRemoved={() => (source.origin === 'local' ? onReleased([]) : onClose())}
      />
      <RestoredNotice design={design} />
      <div className="view-design-body" data-wide={isWide || undefined}>
        {children}
      </div>
    </div>
  )
}
