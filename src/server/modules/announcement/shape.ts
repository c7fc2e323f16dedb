import Type from 'typebox'
import { pageFields } from '../../platform/http/requests/page-query.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })

export const AnnouncementQuery = Type.Object({ id: Id })

export const SyncQuery = Type.Object({ anntId: Type.Optional(Id) })

export const ReadBody = Type.Object({ anntId: Id })

const ReadFlag = Type.Union([Type.Literal('0'), Type.Literal('1')])

export const RecipientListQuery = Type.Object({
  anntId: Type.Optional(Id),
  userId: Type.Optional(Id),
  readFlag: Type.Optional(ReadFlag),
  ...pageFields,
})

export const RecipientIdQuery = Type.Object({ id: Id })

export const RecipientIdsQuery = Type.Object({ ids: Type.Optional(Type.String()) })

export const RecipientBody = Type.Object({ anntId: Id, userId: Id })

/** Whole entities are sent back; a null or absent value stays unchanged. */
export const RecipientEditBody = Type.Object({
  id: Id,
  readFlag: Type.Optional(Type.Union([ReadFlag, Type.Null()])),
})

/** Rows of `sys_announcement.send_status`. */
export const released = '1'

/** The contract's names of the two documents that the routes use. */
export const announcementId = 'message/announcement'
export const messageId = 'message/my-message'
