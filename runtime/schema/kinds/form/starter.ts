import type { Starter } from '../starter.ts'

export const formStarter: Starter = {
  parts: ({ id, perm }) => ({
    needs: perm,
    open: 'modal',
    fields: [
      {
        key: 'fnote',
        title: '说明',
        type: 'textarea',
        validateRules: [{ required: true, message: '请输入说明' }],
      },
    ],
    submit: { method: 'POST', url: `/${id}`, send: { note: '=fnote' } },
  }),
}
