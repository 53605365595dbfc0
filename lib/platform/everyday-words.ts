/**
 * Everyday words that stand for each other in most sentences of manuals, offices, households and workshops, one group a
 * line, the most usual word first. A word is read as another one of its group only where the folders do not hold it
 * (search-wordings.ts), so a group need not be exact in every sentence; but each word of it must be what a person could
 * have said instead of any other. English words count in every inflection, Chinese ones in simplified and traditional
 * characters; words of the traditional regions stand beside those of the mainland. What stands behind "<" is asked for in
 * other words and never put itself: one that means more than the others, or a phrase of function words, which leave no
 * more of it to be found than "get".
 */
const english = `
delete, remove, erase < wipe, forget, get rid of
discard, dispose of < throw away, throw out
uninstall, remove
undo, revert, rollback < roll back
sign in, login, logon, signin < log in, log on
sign out, logout, signout < log out, log off
register, signup, enrol, enroll < sign up
unsubscribe < opt out
folder, directory
image, photo, photograph
video, film, movie, clip
rename < change the name
replace, substitute
restart, reboot, relaunch
shutdown, shut down, switch off < power off, turn off
enable, activate, switch on < turn on, power on
disable, deactivate, switch off < turn off
continue, resume < carry on
quit, exit, close
price, cost, fee
free < free of charge, for free, gratis
buy, purchase
pay, settle
refund, reimburse, reimbursement < money back
bill, invoice
discount, rebate
salary, wage
repair, fix, mend
defective, faulty, damaged, broken < out of order
mistake, error
bug, defect
computer, PC
computer, laptop, PC
phone, telephone, mobile phone, cell phone, cellphone, smartphone
TV, television
fridge, refrigerator
freezer, deep freeze
browser, web browser
website, web site
web page, webpage
wifi, wi-fi, wireless
email, e-mail
plugin, plug-in, add-on, addon
config, configuration
setup, set up
password, passcode
username, user name, login name
disk space, storage space
backup, back-up < back up
restore, recover < bring back
deliver, ship
delivery, shipment, shipping
retrieve, fetch, obtain
show, display
hide, conceal
search, find < look for, seek
locate, find
choose, select
unplug, disconnect
ensure, make sure
confirm, acknowledge
forbid, prohibit, ban, disallow
refuse, reject, decline < turn down
permission, authorisation, authorization
maximum, upper limit
minimum, lower limit
quick, fast, rapid, speedy
big, large
bigger, larger
biggest, largest
huge, enormous
small, little, tiny
smaller, lesser
enlarge, increase, magnify
shrink, reduce
spare part, replacement part
help, assistance
tutorial, walkthrough
example, sample
reply, respond, answer
solve, resolve, fix
remedy, solution
troubleshoot, diagnose
upgrade, update
outdated, obsolete < out of date
deprecated, obsolete
expire, lapse < run out
expiry, expiration
deadline, due date
schedule, timetable
appointment, meeting
meeting, conference
postpone, defer < put off
holiday, vacation
employee, staff
personnel, staff, employees
boss, supervisor
colleague, coworker, co-worker
customer, client
collaborate, cooperate < work together
rule, regulation
rubbish, trash, waste
bin, trash can, garbage can
car, automobile, vehicle
lorry, truck
shop, store
petrol, gasoline, gas
spanner, wrench
wash, clean
dirty, soiled
stain, spot
oven, stove, cooker
pan, pot
slice, chop, cut
tighten, fasten
loosen, undo, slacken
click, tap
enter, type < type in, key in
scan, digitise, digitize
colour, color
dark mode, dark theme
font, typeface
favourite, favorite
shortcut, hotkey, key combination
keyboard shortcut, hotkey
danger, hazard
dangerous, hazardous
doctor, physician
medicine, drug, medication
ill, sick
injury, wound
child, kid
guest, visitor
owner, proprietor
neighbour, neighbor
opening hours, business hours
shut, close, closed
change, modify, edit, alter
modify, change, edit
begin, start
commence, start, begin
stop, end < terminate
halt, stop
add, append
merge, combine
relocate, move
transmit, send
inform, notify
verify, check
customize, customise
preferences, settings, options
purge, clear, delete
book, reserve
booking, reservation
duplicate, copy
retain, keep
preserve, keep, retain
enquire, inquire, ask
headline, heading, title
apartment, flat
elevator, lift
faucet, tap
flashlight, torch
glue, adhesive
feasible, possible
quantity, amount
lubricate, grease, oil
stir, mix, blend
refill, fill, top up
upkeep, maintenance, servicing
unzip, unpack, extract, decompress
permit, allow
yearly, annual, annually
automatic, automated
automatically < by itself, on its own
manually, manual, by hand
mandatory, required, compulsory, obligatory
permanently, forever < for good
temporary, provisional
anonymous, nameless
translate, translation
`;

const chinese = `
删除, 移除, 删掉, 去掉, 去除, 清除, 抹掉
清空, 清除, 清理, 全部删除
撤销, 撤回, 还原, 恢复
丢弃, 扔掉, 丢掉, 废弃
卸载, 解除安装, 移除
重命名, 改名, 改名字, 改个名, 更名, 重新命名
修改, 更改, 变更, 改动, 编辑, 改变
调整, 调节, 修改
替换, 更换, 换成, 换掉, 取代
添加, 新增, 增加, 加入, 加上
创建, 新建, 建立
生成, 产生
登录, 登入, 登陆
退出登录, 登出, 注销
注册, 开户, 申请账号
账号, 帐号, 账户, 帐户
密码, 口令
用户名, 使用者名称, 账号名
用户, 使用者
文件夹, 目录, 资料夹
文件, 档案
文档, 文件
图片, 图像, 照片, 相片, 影像
视频, 影片, 录像
音频, 音讯
截图, 截屏, 屏幕截图, 萤幕截图
程序, 程式
软件, 软体
应用程序, 应用, 软件
硬件, 硬体
插件, 外挂
电脑, 计算机
笔记本电脑, 手提电脑, 笔电, 电脑
手机, 移动电话, 行动电话
屏幕, 萤幕, 显示器
鼠标, 滑鼠
打印, 列印
打印机, 印表机
网络, 网路, 互联网
上网, 联网
网站, 站点
网页, 页面
链接, 连结, 超链接
邮件, 电子邮件, 电邮
信息, 资讯
消息, 讯息
数据, 资料
数据库, 资料库
服务器, 伺服器
内存, 记忆体
硬盘, 磁盘, 硬碟
缓存, 快取
默认, 预设, 缺省
默认值, 预设值, 缺省值
设置, 设定, 配置
选项, 设置项, 配置项
配置文件, 设定档, 配置档
保存, 储存, 存储, 存放, 存下来
保留, 保存, 留存
存放, 放置, 摆放
恢复, 还原, 找回
复制, 拷贝
粘贴, 贴上, 黏贴
剪切, 剪下
移动, 挪动, 搬到, 转移
跳转, 重定向, 转址
后缀, 扩展名, 结尾 < 后缀名, 副档名
对话, 会话, 聊天
上传, 上载
导入, 汇入
导出, 汇出
发送, 寄送, 传送, 寄出
接收, 收到
搜索, 搜寻, 查找, 检索, 查询
寻找, 查找, 找到
查看, 浏览, 检视, 看到
显示, 展示, 呈现
隐藏, 藏起来, 不显示
开启, 启用, 打开, 激活
关闭, 停用, 禁用, 关掉
启动, 运行
运行, 执行
停止, 终止, 中止, 结束
重启, 重新启动, 重开
关机, 关闭电源
安装, 架设
升级, 更新
更新, 升级
过期, 失效, 到期
有效期, 保质期, 期限
截止日期, 期限, 最后期限
检查, 查验, 检验
验证, 校验, 核实
确认, 核实
测试, 试验
允许, 准许
禁止, 不许, 不准
拒绝, 驳回
限制, 限定
上限, 最大值, 最多
下限, 最小值, 最少
权限, 许可权
报错, 出错, 错误
错误, 差错
故障, 毛病
崩溃, 闪退, 当机, 死机
卡住, 卡死, 没有反应
修复, 修理, 维修, 修好
维护, 保养
解决, 排除
排查, 排错
办法, 方法, 做法
例子, 示例, 范例, 样例
步骤, 流程, 过程
说明书, 手册, 使用说明
教程, 指南, 入门
帮助, 协助
支持, 支援
提示, 提醒
警告, 警示, 告警
通知, 告知
回复, 答复, 回答
提问, 发问, 询问
原因, 缘故, 理由
区别, 差别, 差异, 不同
相同, 一样
比较, 对比
价格, 费用, 价钱, 多少钱, 售价
费用, 花费, 开销
免费, 不收费, 不要钱
购买, 买到, 采购, 选购
出售, 销售, 卖出
付款, 支付, 缴费, 付钱, 交钱
退款, 退钱, 退费
发票, 收据
折扣, 优惠, 打折
工资, 薪水, 薪资
押金, 保证金
预约, 预订, 预定
请假, 休假
假期, 假日, 休假
员工, 职员, 雇员
同事, 同仁
老板, 上司, 主管
客户, 顾客
会议, 开会
合同, 合约, 契约
规定, 规则, 规章
表格, 表单
质量, 品质
数量, 个数
大小, 尺寸
加快, 加速, 提速
放慢, 减速
增大, 放大, 变大, 加大
缩小, 变小, 减小
提高, 提升
降低, 减少
快捷键, 热键, 快速键
按钮, 按键
点击, 单击, 点选
输入, 键入, 填写
选择, 选取, 挑选
窗口, 视窗
菜单, 选单
图标, 图示
字体, 字型
颜色, 色彩
深色模式, 暗色模式, 夜间模式, 黑暗模式
收藏, 我的最爱
解压, 解压缩, 解开
连接, 连线
断开, 断线
合并, 并入
拆分, 分割, 分开
组装, 装配
拆卸, 拆下, 拆开
垃圾, 废物, 废弃物
垃圾桶, 垃圾箱, 空调, 冷气
洗涤, 清洗, 冲洗
清洁, 打扫, 清扫
晾干, 晒干, 风干
加热, 烧热
冷却, 放凉, 降温
搅拌, 拌匀
浸泡, 泡水
自行车, 单车, 脚踏车
公交车, 公车, 巴士
出租车, 计程车, 的士
汽车, 车辆
地铁, 捷运
电梯, 升降机
厕所, 洗手间, 卫生间
医生, 大夫, 医师
药品, 药物
生病, 患病
紧急, 应急
儿童, 小孩, 孩子
客人, 访客, 来宾
地点, 场所
营业时间, 开放时间
每年, 年度
每月, 按月
每天, 每日
自动, 自行
手动, 手工, 人工
必须, 务必, 一定要
可选, 选填, 非必填
必填, 必需
永久, 永远
临时, 暂时
经常, 常常
项目, 专案
代码, 程式码
脚本, 指令码
命令, 指令
变量, 变数
函数, 函式
界面, 介面
循环, 回圈
字符串, 字串
数组, 阵列
线程, 执行绪
`;

/** Words that are put for each other, and others for which these are put but which are never put themselves. */
export type EverydayGroup = { words: readonly string[]; asked: readonly string[] };

export const everydayWords: readonly EverydayGroup[] = `${english}${chinese}`
  .trim()
  .split(/\n+/)
  .map((line) => {
    const [words = [], asked = []] = line.split(" < ").map((side) => side.split(", "));
    return { words, asked };
  });
