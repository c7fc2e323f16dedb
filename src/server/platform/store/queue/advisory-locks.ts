/** The keys of the advisory locks in the database, in one place so that no two purposes share one. */
export const ADVISORY_LOCKS = {
  /** Migrations, plans, grants and seeds, because any instance may start first. */
  schema: 712_604_301,
  /** Changes of user names, phones and addresses. */
  people: 712_604_302,
  /** A batch of a sweep, so that only one of several servers sweeps. */
  sweep: 712_604_303,
  /** The end of the chain of the operation log. */
  audit: 712_604_304,
  /** The revisions of designed documents: one release after the other. */
  release: 712_604_305,
} as const
