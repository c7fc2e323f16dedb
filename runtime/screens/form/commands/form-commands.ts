import type { ActionPlan } from '#runtime/compile/plan.ts'
import type { Command } from '#runtime/ui/commands/command.ts'

/** What keys do in the topmost open form. */
export const formCommands = {
  save: { id: 'save', title: '保存', keys: ['Mod+S'], run: ({ save }) => save() },
} satisfies Record<string, Command<{ save(): void }>>

export interface MoveContext {
  /** The first move that asks for nothing. */
  plain: ActionPlan | undefined
  /** The first move that asks for an opinion. */
  asking: ActionPlan | undefined
  /** A move or a save is under way. */
  isBusy: boolean
  run(action: ActionPlan): void
}

/** What keys do with the record of a flow in the inbox. */
export const moveCommands = {
  plain: {
    id: 'plain',
    title: '办理',
    keys: ['A'],
    isAvailable: ({ plain, isBusy }) => plain !== undefined && !isBusy,
    run: ({ plain, run }) => plain && run(plain),
  },
  asking: {
    id: 'asking',
    title: '填写意见后办理',
    keys: ['R'],
    isAvailable: ({ asking, isBusy }) => asking !== undefined && !isBusy,
    run: ({ asking, run }) => asking && run(asking),
  },
} satisfies Record<string, Command<MoveContext>>

/** What keys do while a comment is written. */
export const commentCommands = {
  send: { id: 'send', title: '发送', keys: ['Mod+Enter'], run: ({ send }) => send() },
} satisfies Record<string, Command<{ send(): void }>>
