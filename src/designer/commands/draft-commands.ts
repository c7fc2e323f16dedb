import type { Command } from '#runtime/ui/commands/command.ts'

export interface DraftContext {
  /** What a command of the draft does. */
  edits: { save(): void; undo(): void; redo(): void }
  /** Texts have an undo of their own. */
  isTyping: boolean
}

/** What an editor of a document does with its draft, everywhere in it. */
export const draftCommands = {
  save: { id: 'save', title: '保存草稿', keys: ['Mod+S'], run: ({ edits }) => edits.save() },
  undo: {
    id: 'undo',
    title: '撤销',
    keys: ['Mod+Z'],
    isAvailable: ({ isTyping }) => !isTyping,
    run: ({ edits }) => edits.undo(),
  },
  redo: {
    id: 'redo',
    title: '重做',
    keys: ['Mod+Y', 'Mod+Shift+Z'],
    isAvailable: ({ isTyping }) => !isTyping,
    run: ({ edits }) => edits.redo(),
  },
} satisfies Record<string, Command<DraftContext>>
