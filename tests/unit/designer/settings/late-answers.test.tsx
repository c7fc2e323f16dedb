// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { type ComponentType, useSyncExternalStore } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeField } from '#designer/document-edit.ts'
import type { DraftSession } from '#designer/draft/DraftSession.ts'
import type { Design } from '#designer/draft/useDesign.ts'
import { useLateEdit } from '#designer/draft/useLateEdit.ts'
import { useFieldSelection } from '#designer/editor/useFieldSelection.ts'
import { BlockData } from '#designer/panel/BlockData.tsx'
import { listBlocks, moveBlock, removeBlock, replaceBlock, updateBlock } from '#designer/panel/block-edit.ts'
import { resizeBlock } from '#designer/panel/panel-grid.ts'
import { PickerChoice } from '#designer/picker/PickerChoice.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { BlockDesigner, SourceField } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PickerDocument } from '#runtime/schema/types.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'
import { openSession, standInServer } from '../draft/stand-in-server.ts'

const lost = '要改的部分已经删除或改名，没有写入'
const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})

const pickers = [{ id: 'picker/goods', kind: 'picker', code: 'rp_goods', title: '选物品' }]

interface PartProps {
  design: Design
  /** The answer for which the part waits. */
  answer: Promise<unknown>
}

function Page({
  session,
  answer,
  Part,
}: Omit<PartProps, 'design'> & {
  session: DraftSession
  Part: ComponentType<PartProps>
}) {
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot)
  return <Part design={{ ...snapshot, session }} answer={answer} />
}

/** Draws a part of the designer over a session; `end` lets the answer come for which it waits. */
function open(current: JsonObject, Part: ComponentType<PartProps>) {
  fakeWindow()
  const { session, close } = openSession(standInServer({ current }))
  closing.push(close)
  let end: (answer: unknown) => void = () => undefined
  const answer = new Promise<unknown>((resolve) => {
    end = resolve
  })
  const notify = vi.fn()
  const http = fakeHttp({})
  http.get.mockImplementation(async () => pickers)
  const loadPicker = () => answer as Promise<PickerDocument>
  draw(<Page {...{ session, answer, Part }} />, buildRuntime(http, { notify, loadPicker }))
  return {
    notify,
    change: (edit: (document: JsonObject) => JsonObject) =>
      act(() => session.change(edit(session.getSnapshot().document))),
    end: (result: unknown) => act(async () => end(result)),
    read: () => session.getSnapshot().document,
  }
}

const choose = async (label: string, option: string) => {
  fireEvent.mouseDown(page.getByRole('combobox', { name: label }))
  fireEvent.click(await page.findByTitle(option))
}

const panel = {
  id: 'base/shelf',
  kind: 'panel',
  blocks: [{ type: 'table', title: '馆藏' }, { type: 'text' }],
}

function Block({ design, answer }: PartProps) {
  const [block = {}] = listBlocks(design.document)
  const editLate = useLateEdit(design.session)
  return (
    <BlockData
      block={block}
      designer={findBlockPlan({ type: 'table' })?.designer as BlockDesigner}
      data={{
        ...{ name: undefined, fields: [] },
        choices: [{ value: 'screen:base/goods', label: '物品', isReport: false }],
        fieldsOfChoice: () => answer as Promise<SourceField[]>,
      }}
      onChange={(next) => design.session.change(replaceBlock(design.document, 0, next))}
      onUpdate={(edit) => editLate((present) => updateBlock(present, block, edit))}
    />
  )
}

/** Chooses the data of the first block, and changes the panel before the choice ends. */
async function bindDuring(edit: (panel: JsonObject) => JsonObject) {
  const opened = open(panel, Block)
  await choose('数据来源', '物品')
  opened.change(edit)
  await opened.end([])
  return opened
}

describe('data that are chosen for a block', () => {
  const source = { screen: 'base/goods' }

  it('are written into the block as it stands after other changes', async () => {
    const { read } = await bindDuring((document) => moveBlock(resizeBlock(document, 0, 6), 0, 1))
    expect(read().blocks).toEqual([
      { type: 'text' },
      { type: 'table', title: '馆藏', span: 6, fields: [], source },
    ])
  })

  it('are not written where the block was removed, and the user reads so', async () => {
    const { read, notify } = await bindDuring((document) => removeBlock(document, 0))
    expect(read().blocks).toEqual([{ type: 'text' }])
    expect(notify).toHaveBeenCalledWith('info', lost)
  })
})

const screen = { id: 'base/shelf', kind: 'screen', fields: [{ key: 'fgoods', type: 'popup' }] }

function Field({ design }: PartProps) {
  const { select, field, updateField } = useFieldSelection(design)
  return field ? (
    <PickerChoice {...{ field, drafts: [], siblings: new Set<string>() }} onUpdate={updateField} />
  ) : (
    <button type="button" onClick={() => select(['fgoods'])}>
      选字段
    </button>
  )
}

/** Chooses the picker of the field, and changes the screen before the choice ends. */
async function pickDuring(edit: (screen: JsonObject) => JsonObject) {
  const opened = open(screen, Field)
  fireEvent.click(page.getByText('选字段'))
  await choose('选择窗口', '选物品 rp_goods')
  opened.change(edit)
  await opened.end({ fields: ['fname'], source: { screen: 'base/goods' } })
  return opened
}

describe('a picker that is chosen for a field', () => {
  it('is written into the field as it is after other changes', async () => {
    const { read } = await pickDuring((document) => ({
      ...document,
      title: '木架',
      fields: [{ key: 'fgoods', type: 'popup', title: '物品' }],
    }))
    const mapping = { popupCode: 'rp_goods', orgFields: ['fname'], destFields: ['fgoods'] }
    const fields = [{ key: 'fgoods', type: 'popup', title: '物品', ...mapping }]
    await waitFor(() => expect(read()).toMatchObject({ title: '木架', fields }))
  })

  it('is not written where the field was removed, and the user reads so', async () => {
    const { read, notify } = await pickDuring((document) => removeField(document, ['fgoods']))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('info', lost))
    expect(read().fields).toEqual([])
  })
})
