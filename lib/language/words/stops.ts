/** Function words that say nothing about what a text is about, question words among them. */
const english = new Set(
  `a about above after again against all also am an and another any are aren't as at be because been before being
  below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each
  either else ever every few for from further get gets getting got had hadn't has hasn't have haven't having he he'd
  he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into is isn't it it's
  its itself just let let's may me might more most much must my myself neither no nor not of off on once only or
  other others ought our ours ourselves out over own please same shall she she'd she'll she's should shouldn't so
  some such than that that's the their theirs them themselves then there there's these they they'd they'll they're
  they've this those through to too under until up upon us very was wasn't we we'd we'll we're we've were weren't
  what what's when where where's whether which while who who's whom whose why will with within without won't would
  wouldn't yet you you'd you'll you're you've your yours yourself yourselves`
    .split("\n")
    .flatMap((line) => line.trim().split(" ")),
);

export function isEnglishStop(lowerCase: string): boolean {
  return english.has(lowerCase);
}

/**
 * Han characters that are function words by themselves; a bigram that holds one says nothing either, unless it is one
 * of `words`, which are words in their own right. Simplified forms; the caller folds first.
 */
const particles = new Set("的了吗呢么吧哪谁啊嘛呀什怎您们你我它她他这那就");
const weakSingles = new Set(
  "是在和与或及于由以为从被把将对向到让使跟而且但则其之些个几多少如何有没不也都还又很再会能可要应该请问吗到里中上下",
);
const words = new Set(
  "了解 目的 的确 的士 了结 谁家 他国 其他 他人 他乡 自我 那曲 那不 拉什 什叶 什米 克什 什么 怎么 怎样 我国 我家 就业 就职 成就 就读 就任 就是 的黎".split(
    " ",
  ),
);
const stopBigrams = new Set(
  `什么 怎么 怎样 如何 哪些 哪个 哪里 哪儿 为何 为什 多少 几个 是否 以及 并且 而且 或者 还是 但是 因为 所以 如果
  可以 能够 应该 需要 请问 一个 一些 这个 那个 这些 那些 就是 不是 没有 我们 你们 他们 它们 她们 是什 是谁 是如 是怎
  要怎 该怎 有什 有哪 是哪 由谁 被谁 在哪 何时 何处 何地 是多 有多 有几 是几 是何 能否 可否 之间 其中 以下 关于 对于`
    .split("\n")
    .flatMap((line) => line.trim().split(" ")),
);

export function isHanStop(pair: string): boolean {
  if (stopBigrams.has(pair)) return true;
  if (words.has(pair)) return false;
  for (const char of pair) if (particles.has(char)) return true;
  return false;
}

export function isHanSingleStop(char: string): boolean {
  return particles.has(char) || weakSingles.has(char);
}
