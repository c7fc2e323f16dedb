/**
 * The id of the role that shows who is an administrator. A trigger of `sys_administrator` gives and takes it; it grants
 * nothing, and no form, import or address gives it.
 */
export const adminRole = 'admin'
