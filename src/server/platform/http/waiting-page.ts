const texts = {
  starting: '系统正在启动，请稍候，页面会自动打开。',
  stopping: '系统正在重新启动，请稍候，页面会自动打开。',
} as const

/** The page for a browser that comes while the server is starting or stopping: it asks again by itself. */
export const buildWaitingPage = (status: keyof typeof texts): string => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="3">
<title>请稍候</title>
<body style="display: grid; place-content: center; min-height: 90vh; font-family: system-ui, sans-serif">
<p role="status">${texts[status]}</p>
</body>
</html>
`
