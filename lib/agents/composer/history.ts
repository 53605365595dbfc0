import type { Citation } from "#lib/contracts/citation";

/** A page of what changed when: it says what held then ("is a preview"), under a version that nobody asked for. */
export const tellsHistory = ({ relative_path, title, breadcrumb }: Citation): boolean =>
  pages.test([relative_path, title, ...breadcrumb].join("\n"));

const pages =
  /change-?logs?\b|release[- _]?notes|\bhistory\b|(?:^|\/)_?(?:blog|posts)\/|更新日志|版本历史|变更日志|更新记录|更新日誌|版本歷史/imu;

/** The question is about versions, or about what another one did. */
export const asksHistory = (question: string): boolean => versions.test(question);

const versions =
  /\b(?:versions?|releases?d?|upgrad\w*|migrat\w*|since|chang\w*|deprecat\w*|remov\w*|before|previous\w*|former\w*|announce\w*|new|old|still|no longer|any ?more)\b|\d\.\d|\bv\d|版本|升级|升級|迁移|遷移|废弃|廢棄|变更|變更|变化|變化|之前|以前|原来|原來|新增|旧|舊|还能|還能/iu;
