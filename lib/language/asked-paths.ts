/**
 * The paths that a question asks to have read: "Show me /etc/passwd", "What does ../plans.md say?", a path and nothing
 * else. A path that a question merely speaks of ("How do I edit /etc/hosts?", "What does GET /api/health answer?") is a
 * word like any other, for the documents may speak of it too. Pure; whether one may be read is not decided here.
 */
export function askedPaths(question: string): string[] {
  const howTo = asksHow.test(question);
  const paths = pathsIn(question)
    .filter(({ path }) => namesFile(path))
    .filter(({ start, end }) => {
      const [before, after] = [question.slice(0, start), question.slice(end)];
      if (!/[\p{L}\p{N}]/u.test(before + after)) return true;
      return !howTo && (asksBefore.test(before) || asksAfter(before, after));
    })
    .map(({ path }) => path);
  return [...new Set(paths)].slice(0, mostPaths);
}

/** More paths than a person types into one question are not looked at. */
const mostPaths = 5;

/**
 * In quotation marks or backticks a path may hold blanks; else it ends at a blank or a mark of punctuation. What opens a
 * quotation ends the one before it, so that a question of nothing but such marks is read once; within a word it opens none.
 */
const quoted = /(?<![A-Za-z0-9])[“"`'‘「]([^“”"`'‘’「」\n]+)[”"`'’」]/gu;
const barePath =
  /(?<![A-Za-z0-9/\\.~_:-])(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^\s“”"`'‘’「」<>|?*，。；：！？、（）()]+|(?<![A-Za-z0-9/\\.~_:-])[A-Za-z0-9._-]+\/[^\s“”"`'‘’「」<>|?*，。；：！？、（）()]+/gu;

type Place = { path: string; start: number; end: number };

function pathsIn(question: string): Place[] {
  const inMarks = [...question.matchAll(quoted)].flatMap((found): Place[] => {
    const start = found.index + 1;
    const path = found[1] ?? "";
    return /[/\\]/.test(path) ? [{ path, start, end: start + path.length }] : [];
  });
  const bare = [...question.matchAll(barePath)].flatMap((found): Place[] => {
    const path = ended(found[0]);
    const start = found.index;
    const end = start + path.length;
    return inMarks.some((one) => start < one.end && end > one.start) ? [] : [{ path, start, end }];
  });
  return [...inMarks, ...bare];
}

/** Without the full stop of the sentence, and without the Chinese words that follow with no blank between. */
function ended(path: string): string {
  const cut =
    /^(.*\.[A-Za-z0-9]{1,8}|.*[/\\][\x21-\x7e]+)(?=\p{Script=Han})/u.exec(path)?.[1] ?? path;
  return cut.replace(/[.,;:!]+$/, "");
}

/** Where systems keep what is theirs: what begins like this is no address of a web page or of a program's own routes. */
const systemPlace =
  /^[/\\](?:Applications|Library|System|Users|Volumes|bin|boot|dev|etc|home|lib|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var)(?:[/\\]|$)/;
const fileName = /[/\\]\.?[^/\\]*\.[A-Za-z0-9]{1,8}$/;
const hiddenName = /(?:^|[/\\])\.[^/\\.]/;
const otherRoot = /^(?:~[/\\]|[A-Za-z]:[/\\]|\\\\|\.\.[/\\])/;

const namesFile = (path: string): boolean =>
  otherRoot.test(path) || systemPlace.test(path) || fileName.test(path) || hiddenName.test(path);

/** How and whether something is done; "can you read …" asks to have it done. */
const asksHow =
  /\bhow (?:to|do|does|did|can|could|should|would|is|are|I|you|we|it)\b|\b(?:do|does|can|could|should|must|may) (?:I|we|one)\b|^\W*(?:how|why|when|where|should|must|(?:can|could|does|do|did|will|would|is|are|may)(?! you\b))\b|怎么|怎样|如何|为什么|为何|何时|在哪|应该|能否|是否|会不会|(?<![你您])会[^。？！]{1,200}[吗嗎]/iu;
const asksBefore =
  /\b(?:read|open|show|print|cat|display|quote|dump|view|list|summari[sz]e|give)\b[^.?!。？！]{0,40}$|\b(?:contents?|lines?|text) (?:of|in|from) (?:the )?(?:file |folder )?[“"`'‘]?$|\b(?:what|which|who)\b.{0,60}\b(?:in|inside|from|of) (?:the )?(?:file |folder |directory )?[“"`'‘]?$|(?:读取?|打开|显示|查看|看看|看一下|列出|引用|总结|输出)[^。？！]{0,12}$/iu;
const what = /\b(?:what|which|who)\b/i;
const contains = /^[”"`'’]?\s*(?:says?|contains?|holds?|tells?|lists?|reads?)\b/i;
const chineseContains =
  /^[”"`'’」]?\s*(?:这个|该)?(?:文件|文件夹|目录)?(?:里面?|中|的内容|内容|写了|写着|说了|有什么(?!不同|区别|差[别异]|用|关系|影响|好处|作用|意[义思])|有哪些)/u;

const asksAfter = (before: string, after: string): boolean =>
  (what.test(before) && contains.test(after)) || chineseContains.test(after);
