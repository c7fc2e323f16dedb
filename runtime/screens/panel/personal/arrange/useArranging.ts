import { useState } from 'react'
import {
  movePlaced,
  type PlacedBlock,
  resizeHeight,
  resizeWidth,
} from '#runtime/compile/panel/arrangement.ts'
import { arrangementLimits } from '#runtime/schema/kinds/panel/arrangement.ts'

type Blocks = readonly PlacedBlock[]

/** The blocks while they are arranged; every change can be undone, the steps of one resizing together. */
export function useArranging(start: Blocks, columns: number) {
  const [steps, setSteps] = useState<readonly { blocks: Blocks; label: string }[]>([])
  const blocks = steps.at(-1)?.blocks ?? start
  const change = (next: Blocks, label: string) => {
    if (next === blocks) return
    const isSame = steps.at(-1)?.label === label
    setSteps([...(isSame ? steps.slice(0, -1) : steps), { blocks: next, label }])
  }
  const nameStep = (word: string, at: number) => `${word} ${blocks[at]?.key}`
  return {
    blocks,
    canUndo: steps.length > 0,
    undo: () => setSteps(steps.slice(0, -1)),
    add: (added: Blocks) => {
      const free = added.slice(0, arrangementLimits.blocks - blocks.length)
      if (free.length > 0) change([...blocks, ...free], `add ${free.map(({ key }) => key).join()}`)
    },
    move: (from: number, to: number) =>
      change(movePlaced(blocks, from, to), nameStep(`move ${steps.length}`, from)),
    resize: (at: number, span: number) =>
      change(resizeWidth(blocks, at, span, columns), nameStep('width', at)),
    stretch: (at: number, height: number) =>
      change(resizeHeight(blocks, at, height, arrangementLimits.height), nameStep('height', at)),
    remove: (at: number) => change(blocks.toSpliced(at, 1), nameStep('remove', at)),
  }
}

export type Arranging = ReturnType<typeof useArranging>
