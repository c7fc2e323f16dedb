// A screen with one field that has a mistake.

export const screen = (field: object, rest: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fx', title: '甲', ...field },
  ],
  ...rest,
})

export const text = { type: 'input' }
export const number = { type: 'inputNumber' }
export const rows = {
  type: 'table',
  table: { name: 'stk_trial_row', fk: 'ftrialid' },
  fields: [{ key: 'fa', type: 'input' }],
}

/** The mistake, the field, the pointer inside the field, and a part of the text that contains the remedy. */
