import type { Starter } from '../starter.ts'

const nameField = {
  key: 'fname',
  title: '名称',
  type: 'input',
  query: 'like',
  validateRules: [{ required: true, message: '请输入名称' }],
}

export const screenStarter: Starter = {
  icon: 'file',
  parts: ({ group, name, perm }) => ({
    perm,
    table: { name: `${group}_${name}`.replaceAll('-', '_').slice(0, 60) },
    fields: [nameField, { key: 'fremark', title: '备注', type: 'textarea', list: false }],
    actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
  }),
}
