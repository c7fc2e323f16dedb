import Type from 'typebox'

const Id = Type.String({ minLength: 1, maxLength: 64 })

export const AnnouncementQuery = Type.Object({ id: Id })
export type AnnouncementQuery = Type.Static<typeof AnnouncementQuery>

export const SyncQuery = Type.Object({ anntId: Type.Optional(Id) })
export type SyncQuery = Type.Static<typeof SyncQuery>

export const ReadBody = Type.Object({ anntId: Id })
export type ReadBody = Type.Static<typeof ReadBody>

/** Rows of `sys_announcement.send_status`. */
export const released = '1'

/** The contract's names of the two documents that the routes use. */
export const announcementId = 'message/announcement'
export const messageId = 'message/my-message'
