import { expect, it } from 'vitest'
import { openController } from '../open-controller.ts'

const block = [
  ['品名', '单价', '数量'],
  ['毛笔', '12', '5'],
]

function openWithoutPrices() {
  const opened = openController()
  opened.grid.arrangeColumns({ ...opened.grid.memory.get(), hidden: ['fprice'] })
  expect(opened.grid.findColumn('fprice')).toBeUndefined()
  return opened
}

it('an import fills the columns that the user hid', async () => {
  const { grid, store, upload } = openWithoutPrices()
  upload.mockResolvedValue({ result: block, message: '' })
  await grid.clipboard?.importFile(new File(['x'], '明细.xlsx'))
  expect(store.rows[3]).toMatchObject({ fname: '毛笔', fprice: 12, fnum: 5 })
  expect(grid.clipboard?.state.get().outcome?.issues).toEqual([])
})

it('a block with a header row fills the columns that the user hid, a block without one only visible columns', async () => {
  const { grid, store } = openWithoutPrices()
  grid.cursor.go('a', 'fname')
  await grid.clipboard?.paste(block)
  expect(store.row('a')).toMatchObject({ fname: '毛笔', fprice: 12, fnum: 5 })
  expect(grid.clipboard?.state.get().outcome?.issues).toEqual([])
  grid.cursor.go('b', 'fname')
  await grid.clipboard?.paste([['砚台', '6', '7']])
  expect(store.row('b')).toMatchObject({ fname: '砚台', fnum: 6, fprice: 1, ftaxrate: 7 })
})
