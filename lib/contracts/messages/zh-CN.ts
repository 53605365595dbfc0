import type { Messages } from "./en.ts";

const zhCN: Messages = {
  rule: {
    not_allowlisted:
      "这个路径不在 Docent 可以读取的任何文件夹里。如果应该读取，请在设置里添加它所在的文件夹。",
    traversal: "路径用 “..” 越出了所在的文件夹。请给出不含 “..” 的路径。",
    symlink_escape: "这个路径是指向文件夹之外的链接。请把副本放进文件夹，或添加它指向的文件夹。",
    denylisted: "这个路径在拒绝名单上，拒绝名单高于一切文件夹设置，不能通过 Docent 读取。",
    invalid_path:
      "路径为空、过长、形式不对，或同时符合多个文件夹。请给出一个完整路径，或指明文件夹。",
    not_regular_file: "这个路径是文件夹、管道、设备或套接字。只读取普通文件。",
    not_a_document: "这个文件不符合文档匹配模式（doc_file_patterns）。",
    too_large: "文件超过了 max_file_bytes 允许的大小。",
    too_many_files: "文件夹里的文件数超过了 max_files，其余文件没有读取。",
    path_changed: "打开文件时，这个名字下的文件发生了变化。请再问一次。",
    unreadable: "操作系统不允许 Docent 读取。请检查它是否存在以及它的权限。",
    outside_scope: "这个文件夹不在本次提问可以搜索的范围内。",
    outside_project: "文件夹在项目之外，而 allow_outside_project 已关闭。打开它才能读取。",
  },
};
export default zhCN;
