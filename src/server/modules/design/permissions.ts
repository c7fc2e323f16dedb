import type { Registration } from '../../documents/services.ts'

/** The right to keep drafts of documents. */
export const designWrite = 'design:write'
/** The right to release a draft to all users. */
export const designRelease = 'design:release'

/** The lists of documents are documents with menu entries of their own. */
export const designPermissions: Registration = {
  owner: 'online',
  codes: [
    { code: designWrite, title: '设计界面文档' },
    { code: designRelease, title: '发布界面文档' },
  ],
  listCode: designWrite,
}
