/**
 * Texts in encodings that Node can read and not write: its decoder is asked for every sequence of one and two bytes once,
 * and the answers are the table to write with.
 */
export type LegacyEncoding =
  | "gbk"
  | "big5"
  | "shift_jis"
  | "euc-kr"
  | "euc-jp"
  | "windows-1252"
  | "windows-1251"
  | "koi8-r"
  | "ibm866";

const tables = new Map<LegacyEncoding, ReadonlyMap<string, readonly number[]>>();

/** What the encoding lacks becomes a question mark, as editors write it. */
export function encodeLegacy(text: string, encoding: LegacyEncoding): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Buffer.from(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x80 ? [code] : (table.get(character) ?? [0x3f]);
    }),
  );
}

function tableOf(encoding: LegacyEncoding): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // no character of this encoding
    }
  };
  for (let first = 0x80; first <= 0xff; first++) learn(first);
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) learn(first, second);
  }
  return table;
}

/** Sentences as documents have them, with the ASCII of commands, numbers and Markdown between. */
export const sentences = {
  chinese: [
    "要添加文件夹，请打开设置，点“添加文件夹”，再输入它的完整路径。",
    "搜索结果按相关程度排列；每一条都会说明为什么排在这里。",
    "运行 `npm start` 之后，浏览器会打开 http://127.0.0.1:3000/。",
    "| 名称 | 默认值 | 说明 |\n| --- | --- | --- |\n| max_files | 200000 | 文件总数的上限 |",
    "第 3 步：重新启动服务，检查日志里有没有“端口已被占用”。",
    "备份每天凌晨 2:30 开始，保留 14 天，失败时会发邮件通知管理员。",
    "注意：删除之后无法恢复（包括附件、评论和历史版本）。",
    "苹果、香蕉、橙子各三斤，牛奶两盒，明天下午之前买好。",
  ],
  traditional: [
    "要新增資料夾，請開啟設定，按一下「新增資料夾」，再輸入完整路徑。",
    "搜尋結果依相關程度排列，每一項都會說明原因。",
    "執行 `npm start` 之後，瀏覽器會開啟 http://127.0.0.1:3000/。",
    "備份每天凌晨 2:30 開始，保留 14 天，失敗時會寄信給管理員。",
    "注意：刪除之後無法復原（包括附件、評論與歷史版本）。",
    "第三章：網路設定、防火牆與代理伺服器。",
  ],
  japanese: [
    "フォルダーを追加するには、設定を開いて「追加」を押してください。",
    "検索結果は関連度の順に並び、それぞれに理由が表示されます。",
    "`npm start` を実行すると、ブラウザーで http://127.0.0.1:3000/ が開きます。",
    "バックアップは毎日 2:30 に始まり、14 日間保存されます。",
    "注意：削除したファイルは元に戻せません（添付ファイルも含みます）。",
    "ﾊﾝｶｸのカタカナと全角のＡＢＣが混ざっていても読めます。",
  ],
  korean: [
    "폴더를 추가하려면 설정을 열고 전체 경로를 입력하세요.",
    "검색 결과는 관련도 순으로 정렬되며 이유가 함께 표시됩니다.",
    "`npm start` 를 실행하면 브라우저가 http://127.0.0.1:3000/ 를 엽니다.",
    "백업은 매일 2:30 에 시작되고 14 일 동안 보관됩니다.",
    "주의: 삭제한 파일은 복구할 수 없습니다(첨부 파일 포함).",
  ],
  western: [
    "Für einen neuen Ordner öffnen Sie die Einstellungen und drücken „Hinzufügen“.",
    "Les résultats sont triés par pertinence ; chaque ligne dit pourquoi elle est là.",
    "¿Cómo añado una carpeta? Abra los ajustes y escriba la ruta completa.",
    "A cópia de segurança começa às 2:30 e é guardada durante 14 dias — sem exceção.",
    "Så här lägger du till en mapp: öppna inställningarna och välj “Lägg till”.",
    "Prix : 3,50 € l’unité, livraison comprise… jusqu’à 20 m² et ±5 °C.",
    "Çà et là, où l’été naît, Noël s’éteint : œuvre, cœur, naïveté.",
  ],
  cyrillic: [
    "Чтобы добавить папку, откройте настройки и введите полный путь.",
    "Результаты поиска упорядочены по близости к вопросу.",
    "Резервная копия создаётся ежедневно в 2:30 и хранится 14 дней.",
    "ВНИМАНИЕ: удалённые файлы восстановить нельзя.",
  ],
} as const;
