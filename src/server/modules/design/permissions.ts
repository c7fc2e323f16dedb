import type { Registration } from '../../documents/services.ts'

/** The right to keep drafts of documents. */
export const designWrite = 'design:write'
/** The right to release a draft to all users. */
export const designRelease = 'design:release'

export const designPermissions: Registration = {
  owner: 'online',
  menu: {
    id: 'online/cgform',
    parent: 'online',
    title: 'Online表单开发',
    path: '/online/cgform',
    component: 'modules/online/cgform/OnlCgformHeadList',
    icon: 'form',
    order: 10,
  },
  codes: [
    { code: designWrite, title: '设计界面文档' },
    { code: designRelease, title: '发布界面文档' },
  ],
  listCode: designWrite,
}

export const reportDesignPermissions: Registration = {
  owner: 'online',
  menu: {
    id: 'online/cgreport',
    parent: 'online',
    title: 'Online报表配置',
    path: '/online/cgreport',
    component: 'modules/online/cgreport/OnlCgreportHeadList',
    icon: 'bar-chart',
    order: 20,
  },
  codes: [],
  listCode: designWrite,
}
