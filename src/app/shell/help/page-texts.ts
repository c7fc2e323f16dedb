/** What a page is for that no document draws, by the name of its view in the menu. */
export const pageTexts: Readonly<Record<string, readonly string[]>> = {
  'account/settings/BaseSetting': [
    '在这里修改您自己的头像、姓名和联系方式，改好点「保存」。',
    '左边的几项是账户的其他设置：安全、个性化、绑定和消息。',
  ],
  'account/settings/security': [
    '在这里修改登录密码、手机和备用邮箱，打开两步验证，查看在哪些设备上登录着。',
    '看到不认识的设备，请先让它退出，再修改密码。',
  ],
  'account/settings/custom': ['在这里选择界面的颜色和布局，马上生效，只影响这个浏览器。'],
  'account/settings/binding': ['在这里把其他账号和您的账户连起来，连上以后可以用它登录。'],
  'account/settings/notification': ['在这里决定哪些消息要弹出提醒，哪些还要发到邮箱或手机。'],
  'system/LogList': [
    '这里列出登录、操作和数据修改的记录，只能查看，不能改动。',
    '上面选择记录的种类，再填条件，点「查询」。',
  ],
  'example/bench': ['这一页列出所有字段的样子，给设计界面的人参考。'],
  designer: [
    '在这里设计界面：中间是画出来的样子，点其中一处，旁边出现它的设置。',
    '修改先存成草稿，别人看不到；点「发布」才生效，发布以后也能退回以前的版本。',
    '设计时也有快捷键：保存、撤销、重做，按「?」查看。',
  ],
}

/** What every page has. */
export const commonTexts: readonly string[] = [
  '左边的菜单打开各个页面，打开过的页面在上方的标签里，点标签回到它。',
  '不记得一个页面在哪里，就用上方的「搜索」，菜单的名称和记录都能搜到。',
  '右上角的铃铛是消息，最右边的姓名打开您的账户、设置和退出。',
]
