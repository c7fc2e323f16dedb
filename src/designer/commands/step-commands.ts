import type { Command } from '#runtime/ui/commands/command.ts'

type Direction = 'up' | 'down' | 'left' | 'right'

/** What can be done with a step or a branch of a workflow by its place. */
export interface StepEdits {
  press(place: string): void
  /** Selects it and goes to its settings. */
  open(place: string): void
  /** Goes to the step or branch that is drawn beside it. */
  focus(place: string, direction: Direction): void
  canMove(place: string, direction: Direction): boolean
  move(place: string, direction: Direction): void
  canCopy(place: string): boolean
  copy(place: string): void
  canRemove(place: string): boolean
  remove(place: string): void
}

export interface StepContext {
  place: string
  edits: StepEdits
}

type StepCommand = Command<StepContext> & { danger?: boolean }

const focusing = (direction: Direction, title: string, key: string): StepCommand => ({
  id: `focus-${direction}`,
  title,
  keys: [key],
  run: ({ place, edits }) => edits.focus(place, direction),
})

const moving = (direction: Direction, title: string, key: string): StepCommand => ({
  id: `move-${direction}`,
  title,
  keys: [key],
  isAvailable: ({ place, edits }) => edits.canMove(place, direction),
  run: ({ place, edits }) => edits.move(place, direction),
})

/** What keys do on a card of a workflow. */
export const stepKeys: readonly StepCommand[] = [
  focusing('up', '到上面的步骤', 'ArrowUp'),
  focusing('down', '到下面的步骤', 'ArrowDown'),
  focusing('left', '到左边的分支', 'ArrowLeft'),
  focusing('right', '到右边的分支', 'ArrowRight'),
  { id: 'open', title: '设置', keys: ['Enter'], run: ({ place, edits }) => edits.open(place) },
]

/** What can be done with a step or a branch, by keys and by buttons. */
export const stepCommands: readonly StepCommand[] = [
  moving('up', '上移', 'Alt+ArrowUp'),
  moving('down', '下移', 'Alt+ArrowDown'),
  moving('left', '左移', 'Alt+ArrowLeft'),
  moving('right', '右移', 'Alt+ArrowRight'),
  {
    id: 'copy',
    title: '复制',
    keys: ['Mod+D'],
    isAvailable: ({ place, edits }) => edits.canCopy(place),
    run: ({ place, edits }) => edits.copy(place),
  },
  {
    id: 'remove',
    title: '删除',
    keys: ['Delete'],
    danger: true,
    isAvailable: ({ place, edits }) => edits.canRemove(place),
    run: ({ place, edits }) => edits.remove(place),
  },
]
