import Type from 'typebox'
import { pageFields } from '../../platform/http/requests/page-query.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })

export const AnnouncementQuery = Type.Object({ id: Id })
export type AnnouncementQuery = Type.Static<typeof AnnouncementQuery>

export const SyncQuery = Type.Object({ anntId: Type.Optional(Id) })
export type SyncQuery = Type.Static<typeof SyncQuery>

export const ReadBody = Type.Object({ anntId: Id })
export type ReadBody = Type.Static<typeof ReadBody>

const ReadFlag = Type.Union([Type.Literal('0'), Type.Literal('1')])

export const RecipientListQuery = Type.Object({
  anntId: Type.Optional(Id),
  userId: Type.Optional(Id),
  readFlag: Type.Optional(ReadFlag),
  ...pageFields,
})
export type RecipientListQuery = Type.Static<typeof RecipientListQuery>

export const RecipientIdQuery = Type.Object({ id: Id })
export type RecipientIdQuery = Type.Static<typeof RecipientIdQuery>

export const RecipientIdsQuery = Type.Object({ ids: Type.Optional(Type.String()) })
export type RecipientIdsQuery = Type.Static<typeof RecipientIdsQuery>

export const RecipientBody = Type.Object({ anntId: Id, userId: Id })
export type RecipientBody = Type.Static<typeof RecipientBody>

/** Whole entities are sent back; a null or absent value stays unchanged. */
export const RecipientEditBody = Type.Object({
  id: Id,
  readFlag: Type.Optional(Type.Union([ReadFlag, Type.Null()])),
})
export type RecipientEditBody = Type.Static<typeof RecipientEditBody>

/** Rows of `sys_announcement.send_status`. */
export const released = '1'

/** The contract's names of the two documents that the routes use. */
export const announcementId = 'message/announcement'
export const messageId = 'message/my-message'
