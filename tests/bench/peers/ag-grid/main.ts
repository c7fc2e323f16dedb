import { AllCommunityModule, type ColDef, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community'
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
  textOf,
} from '../shared.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const container = document.getElementById('container') as HTMLElement
container.style.height = '600px'

const choice = (code: 'unit' | 'kind'): ColDef<Row> => ({
  cellEditor: 'agSelectCellEditor',
  cellEditorParams: { values: options(code).map(({ value }) => value) },
  valueFormatter: ({ value }) => textOf(code, value),
})

const columns: ColDef<Row>[] = [
  { field: 'name', headerName: '名称', width: 160, pinned: 'left' },
  { field: 'code', headerName: '编码' },
  { field: 'num', headerName: '数量', cellEditor: 'agNumberCellEditor' },
  { field: 'price', headerName: '单价', cellEditor: 'agNumberCellEditor' },
  {
    colId: 'amount',
    headerName: '金额',
    editable: false,
    valueGetter: ({ data, node }) =>
      node?.rowPinned ? data?.amount : data === undefined ? null : amountOf(data),
    valueFormatter: ({ value }) => (typeof value === 'number' ? value.toFixed(2) : ''),
  },
  { field: 'unit', headerName: '单位', width: 90, ...choice('unit') },
  { field: 'kind', headerName: '类别', ...choice('kind') },
  { field: 'day', headerName: '入库日期', cellDataType: 'dateString', cellEditor: 'agDateStringCellEditor' },
  { field: 'moment', headerName: '登记时间', width: 170 },
  {
    field: 'enabled',
    headerName: '启用',
    width: 70,
    cellEditor: 'agSelectCellEditor',
    cellEditorParams: { values: ['Y', 'N'] },
    valueFormatter: ({ value }) => switchText(value),
  },
  { field: 'phone', headerName: '联系电话' },
  { field: 'remark', headerName: '备注', width: 160 },
]

const totalsOf = (rows: readonly Row[]): Row => {
  const sum = (value: (row: Row) => number) =>
    Math.round(rows.reduce((all, row) => all + value(row) * 100, 0)) / 100
  return {
    name: `共 ${rows.length} 行`,
    num: sum((row) => Number(row.num)),
    price: sum((row) => Number(row.price)) / Math.max(1, rows.length),
    amount: sum(amountOf),
  }
}

let rows: Row[] = []
let api: GridApi<Row> | null = null

const bench: PeerBench = {
  async prepare(count) {
    api?.destroy()
    api = null
    rows = rowsOf(count)
    await frame()
  },
  async mount() {
    api = createGrid<Row>(container, {
      columnDefs: columns,
      defaultColDef: { editable: true, sortable: true, resizable: true, width: 120 },
      rowData: rows,
      rowHeight: 61,
      getRowId: ({ data }) => String(data.id),
      rowSelection: { mode: 'multiRow', checkboxes: true, headerCheckbox: true },
      pinnedBottomRowData: [totalsOf(rows)],
      singleClickEdit: true,
      undoRedoCellEditing: true,
      onCellValueChanged: ({ api: grid }) => grid.setGridOption('pinnedBottomRowData', [totalsOf(rows)]),
    })
    while (!bench.isReady()) await frame()
  },
  isReady: () => container.querySelector('.ag-cell[col-id=code]') !== null,
  scroller: () => scrollerIn(container),
  async openEditor(column) {
    api?.stopEditing(true)
    api?.startEditingCell({ rowIndex: 0, colKey: column })
    const input = () => container.querySelector<HTMLInputElement>(`.ag-cell[col-id=${column}] input`)
    while (!input()) await frame()
    input()?.focus()
  },
}
// As our own page: a table is there from the start.
await bench.prepare(shownAtFirst)
await bench.mount()
;(window as unknown as { __bench: PeerBench }).__bench = bench
