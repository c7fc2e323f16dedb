import { createApp, h, nextTick, ref } from 'vue'
import VxeUI from 'vxe-pc-ui'
import 'vxe-pc-ui/lib/style.css'
import VxeUITable, { VxeGrid, type VxeGridInstance, type VxeGridProps } from 'vxe-table'
import 'vxe-table/lib/style.css'
import {
  amountOf,
  frame,
  options,
  type PeerBench,
  type Row,
  rowsOf,
  scrollerIn,
  shownAtFirst,
  switchText,
} from '../shared.ts'

const container = document.getElementById('container') as HTMLElement

const required = (content: string) => ({ required: true, content })
const sum = (rows: readonly Row[], value: (row: Row) => number) =>
  Math.round(rows.reduce((all, row) => all + value(row) * 100, 0)) / 100
const choice = (code: 'unit' | 'kind') => ({ name: 'VxeSelect', options: options(code) })

const setup: VxeGridProps<Row> = {
  height: 600,
  border: true,
  showOverflow: true,
  showFooter: true,
  rowConfig: { keyField: 'id', isCurrent: true, isHover: true },
  columnConfig: { resizable: true, minWidth: 120 },
  cellConfig: { height: 61 },
  virtualYConfig: { enabled: true, gt: 0 },
  virtualXConfig: { enabled: true, gt: 0 },
  checkboxConfig: { highlight: true },
  keepSource: true,
  editConfig: { trigger: 'click', mode: 'cell', showStatus: true },
  editRules: {
    name: [required('请输入名称')],
    code: [required('请输入编码'), { pattern: /^[A-Z]\d+$/, content: '编码格式不正确' }],
    num: [required('请输入数量')],
    price: [{ pattern: /^\d+(\.\d{1,4})?$/, content: '单价格式不正确' }],
    unit: [required('请输入单位')],
    day: [required('请输入入库日期')],
    phone: [{ pattern: /^1\d{10}$/, content: '联系电话请输入手机号码' }],
  },
  footerMethod: ({ columns, data }) => [
    columns.map((column) => {
      if (column.field === 'num') return sum(data, (row) => Number(row.num))
      if (column.field === 'price') return (sum(data, (row) => Number(row.price)) / data.length).toFixed(2)
      if (column.field === 'amount') return sum(data, amountOf).toFixed(2)
      return column.field === 'name' ? `共 ${data.length} 行` : ''
    }),
  ],
  columns: [
    { type: 'seq', title: '序号', width: 60, fixed: 'left' },
    { type: 'checkbox', width: 50, fixed: 'left' },
    {
      field: 'name',
      title: '名称',
      width: 160,
      fixed: 'left',
      sortable: true,
      editRender: { name: 'VxeInput' },
    },
    { field: 'code', title: '编码', width: 120, editRender: { name: 'VxeInput' } },
    { field: 'num', title: '数量', width: 120, sortable: true, editRender: { name: 'VxeNumberInput' } },
    { field: 'price', title: '单价', width: 120, editRender: { name: 'VxeNumberInput' } },
    { field: 'amount', title: '金额', width: 120, formatter: ({ row }) => amountOf(row).toFixed(2) },
    { field: 'unit', title: '单位', width: 90, editRender: choice('unit') },
    { field: 'kind', title: '类别', width: 120, editRender: choice('kind') },
    { field: 'day', title: '入库日期', width: 120, editRender: { name: 'VxeDatePicker' } },
    {
      field: 'moment',
      title: '登记时间',
      width: 170,
      editRender: { name: 'VxeDatePicker', props: { type: 'datetime' } },
    },
    {
      field: 'enabled',
      title: '启用',
      width: 70,
      editRender: { name: 'VxeSwitch', props: { openValue: 'Y', closeValue: 'N' } },
      formatter: ({ cellValue }) => switchText(cellValue),
    },
    { field: 'phone', title: '联系电话', width: 120, editRender: { name: 'VxeInput' } },
    { field: 'remark', title: '备注', width: 160, editRender: { name: 'VxeInput' } },
  ],
}

let rows: Row[] = []
const grid = ref<VxeGridInstance<Row>>()
let unmount: (() => void) | null = null

const bench: PeerBench = {
  async prepare(count) {
    unmount?.()
    unmount = null
    rows = rowsOf(count)
    await frame()
  },
  async mount() {
    const app = createApp({ render: () => h(VxeGrid, { ...setup, ref: grid }) })
    app.use(VxeUI).use(VxeUITable).mount(container)
    unmount = () => app.unmount()
    await nextTick()
    await grid.value?.reloadData(rows)
    while (!bench.isReady()) await frame()
  },
  isReady: () => container.querySelector('.vxe-body--row .vxe-cell') !== null,
  scroller: () => scrollerIn(container),
  async openEditor(column) {
    const [first] = rows
    if (!first) throw new Error('no row to edit')
    await grid.value?.clearEdit()
    await grid.value?.setEditCell(first, column)
    const input = () => container.querySelector<HTMLInputElement>('.vxe-body--column.col--edit input')
    while (!input()) await frame()
    input()?.focus()
  },
}
// As our own page: a table is there from the start.
await bench.prepare(shownAtFirst)
await bench.mount()
;(window as unknown as { __bench: PeerBench }).__bench = bench
